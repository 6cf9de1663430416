// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Address} from "@openzeppelin/contracts/utils/Address.sol";
import {Errors} from "@openzeppelin/contracts/utils/Errors.sol";
import {AuraAccount} from "../src/AuraAccount.sol";
import {AuraAccountFactory} from "../src/AuraAccountFactory.sol";
import {IAuraAccount} from "../src/interfaces/IAuraAccount.sol";
import {MockUSDC} from "../src/mocks/MockUSDC.sol";
import {Accounts} from "./Accounts.sol";

abstract contract OnePasskey is Accounts {
    uint256 internal constant PHONE = 0xF0;
    uint256 internal constant LAPTOP = 0x1A;
    bytes32 internal constant SALT = bytes32(uint256(7));
    address internal constant STRANGER = address(0x5417);

    AuraAccount internal account;
    bytes internal phone;
    bytes internal laptop;
    uint256 internal until;
    uint256 private _nonce;

    function setUp() public virtual {
        _deploy();
        _deployAccounts();
        phone = _passkey(PHONE);
        laptop = _passkey(LAPTOP);
        account = _account(phone);
        usdc.mint(address(account), 1_000 * USDC);
        until = block.timestamp + 10 minutes;
    }

    /// @dev The phone signs, a stranger hands in.
    function _call(address to, bytes memory data) internal {
        _callBy(phone, PHONE, to, data);
    }

    function _callBy(bytes memory key, uint256 secret, address to, bytes memory data) internal {
        IAuraAccount.Call[] memory calls = _one(to, data);
        uint256 nonce = _nonce++;
        uint256 deadline = block.timestamp;
        bytes memory signature = _by(key, secret, _callsDigest(account, calls, nonce, deadline));
        vm.prank(STRANGER);
        account.execute(calls, nonce, deadline, signature);
    }

    /// @dev The same, where a refusal is expected: forge expects it of the next call, which is to be `execute`.
    function _refused(bytes memory refusal, bytes memory key, uint256 secret, address to, bytes memory data) internal {
        IAuraAccount.Call[] memory calls = _one(to, data);
        bytes memory signature = _by(key, secret, _callsDigest(account, calls, 1_000, block.timestamp));
        vm.expectRevert(refusal);
        account.execute(calls, 1_000, block.timestamp, signature);
    }

    function _refusedVouch(address target, uint256 usdcAmount, bytes memory signature) internal {
        vm.expectRevert("FiatTokenV2: invalid signature");
        vouching.vouchWithAuthorization(address(account), target, usdcAmount, until, SALT, signature);
    }

    function _payment(uint256 usdcAmount, address target) internal view returns (bytes32) {
        return _authorizationHash(address(account), address(vouching), usdcAmount, until, _vouchNonce(target, SALT));
    }
}

contract PayingTest is OnePasskey {
    /// [vouching.contract-authorization]
    function test_vouchesByAPasskeyWithoutEth() external {
        bytes memory signature = _nested(account, phone, PHONE, _payment(5 * USDC, bo));
        vm.prank(STRANGER);
        vouching.vouchWithAuthorization(address(account), bo, 5 * USDC, until, SALT, signature);
        assertEq(usdc.balanceOf(bo), 100_005 * USDC);
        assertEq(usdc.balanceOf(address(account)), 995 * USDC);
        assertEq(vouching.vouchedAmount(address(account), bo), 5 * USDC);
        assertEq(address(account).balance, 0);

        vm.expectRevert("FiatTokenV2: authorization is used or canceled");
        vouching.vouchWithAuthorization(address(account), bo, 5 * USDC, until, SALT, signature);
    }

    function test_vouchesByAWalletThatIsAKey() external {
        account = _account(_wallet(ADA_KEY));
        usdc.mint(address(account), 10 * USDC);
        bytes memory signature = _nested(account, _wallet(ADA_KEY), ADA_KEY, _payment(5 * USDC, bo));
        vouching.vouchWithAuthorization(address(account), bo, 5 * USDC, until, SALT, signature);
        assertEq(usdc.balanceOf(address(account)), 5 * USDC);
    }

    function test_buysAndWithdrawsWithoutEth() external {
        bytes32 message =
            _authorizationHash(address(account), address(stack), 100 * USDC, until, _buyNonce(address(account), SALT));
        bytes memory signature = _nested(account, phone, PHONE, message);
        stack.buySteezeWithAuthorization(address(account), 100 * USDC, until, SALT, signature);
        assertEq(stack.outstanding(), 1_000);
        signature = _limit(SIGNER_KEY, address(account), 100, until);
        stack.withdrawSteezeFor(address(account), 100, until, signature);
        assertEq(usdc.balanceOf(address(account)), 907 * USDC);
    }

    function test_refusesAPaymentThatWasSignedDifferently() external {
        bytes32 message = _payment(USDC, bo);
        bytes memory signature = _nested(account, phone, PHONE, message);
        _refusedVouch(ada, USDC, signature);
        _refusedVouch(bo, 2 * USDC, signature);
        vm.expectRevert("FiatTokenV2: invalid signature");
        stack.buySteezeWithAuthorization(address(account), USDC, until, SALT, signature);
        // A key that is none of the account's, the right key's name with another's signature, and no key at all.
        _refusedVouch(bo, USDC, _nested(account, laptop, LAPTOP, message));
        _refusedVouch(bo, USDC, _nested(account, phone, LAPTOP, message));
        _refusedVouch(bo, USDC, "");
        // An optimiser may read block.chainid where it is used, which is after it changed.
        uint256 here = vm.getChainId();
        vm.chainId(8453);
        _refusedVouch(bo, USDC, signature);
        vm.chainId(here);
        vouching.vouchWithAuthorization(address(account), bo, USDC, until, SALT, signature);
    }

    /// @dev The same key in two accounts: what it signs for one is nothing to the other.
    function test_aSignatureCountsForOneAccountOnly() external {
        AuraAccount other = _account(laptop);
        usdc.mint(address(other), 10 * USDC);
        _call(address(account), abi.encodeCall(account.addKey, (laptop)));
        bytes memory signature = _nested(other, laptop, LAPTOP, _payment(USDC, bo));
        _refusedVouch(bo, USDC, signature);
        IAuraAccount.Call[] memory calls = _one(address(usdc), abi.encodeCall(usdc.transfer, (bo, USDC)));
        signature = _by(laptop, LAPTOP, _callsDigest(other, calls, 50, until));
        vm.expectRevert(IAuraAccount.InvalidSignature.selector);
        account.execute(calls, 50, until, signature);
        other.execute(calls, 50, until, signature);
    }

    function test_signsNestedOnly() external view {
        bytes32 digest = keccak256(abi.encodePacked(hex"1901", usdc.DOMAIN_SEPARATOR(), _payment(USDC, bo)));
        assertTrue(account.isValidSignature(digest, _by(phone, PHONE, digest)) == 0xffffffff, "a bare one counted");
        // A message, as people sign in with: nested in the account's own domain.
        bytes32 message = keccak256("\x19Ethereum Signed Message:\n5hello");
        bytes32 nested = keccak256(
            abi.encodePacked(
                hex"1901",
                _domain(account),
                keccak256(abi.encode(keccak256("PersonalSign(bytes prefixed)"), message))
            )
        );
        assertTrue(account.isValidSignature(message, _by(phone, PHONE, nested)) == 0x1626ba7e, "a message did not count");
        assertTrue(account.isValidSignature(message, _by(phone, LAPTOP, nested)) == 0xffffffff, "another's counted");
        bytes32 asked = 0x7739773977397739773977397739773977397739773977397739773977397739;
        assertTrue(account.isValidSignature(asked, "") == 0x77390001, "does not say that it nests");
    }

    function test_refusesWhatIsNoSignature() external view {
        bytes32 message = keccak256("any");
        bytes[5] memory tried = [
            bytes(""),
            abi.encodePacked(uint8(84)),
            abi.encodePacked(uint8(84), phone),
            abi.encodePacked(uint8(84), phone, new bytes(192)),
            abi.encodePacked(uint8(255), phone, new bytes(65))
        ];
        for (uint256 i = 0; i < tried.length; i++) {
            assertTrue(account.isValidSignature(message, tried[i]) == 0xffffffff, "it counted");
        }
    }

    function testFuzz_anyBytesAreNoSignature(bytes32 hash, bytes calldata signature) external view {
        assertTrue(account.isValidSignature(hash, signature) == 0xffffffff, "they counted");
        bytes memory named = abi.encodePacked(uint8(84), phone, signature);
        assertTrue(account.isValidSignature(hash, named) == 0xffffffff, "they counted with a key before them");
    }

    function test_refusesTheOtherFormOfASignature() external {
        bytes32 digest = _nestedDigest(account, usdc.DOMAIN_SEPARATOR(), _payment(USDC, bo));
        bytes memory assertion = _assertion(PHONE, digest, VERIFIED);
        uint256 s;
        assembly ("memory-safe") {
            s := mload(add(assertion, 64))
        }
        bytes32 high = bytes32(P256_ORDER - s);
        assembly ("memory-safe") {
            mstore(add(assertion, 64), high)
        }
        _refusedAsPhone(assertion);

        account = _account(_wallet(ADA_KEY));
        usdc.mint(address(account), USDC);
        digest = _nestedDigest(account, usdc.DOMAIN_SEPARATOR(), _payment(USDC, bo));
        _refusedAs(_wallet(ADA_KEY), _otherForm(_sign(ADA_KEY, digest)));
    }

    function test_refusesADeviceThatDidNotAskWhoIsThere() external {
        bytes32 digest = _nestedDigest(account, usdc.DOMAIN_SEPARATOR(), _payment(USDC, bo));
        _refusedAsPhone(_assertion(PHONE, digest, 0x01));
        _refusedAsPhone(_assertion(PHONE, digest, 0x04));
        _refusedAsPhone(_assertion(PHONE, keccak256("another challenge"), VERIFIED));
    }

    function test_changesNothingWhenUsdcRefuses() external {
        bytes memory signature = _nested(account, phone, PHONE, _payment(USDC, bo));
        usdc.setPaused(true);
        vm.expectRevert("Pausable: paused");
        vouching.vouchWithAuthorization(address(account), bo, USDC, until, SALT, signature);
        usdc.setPaused(false);
        usdc.setBlocked(address(account), true);
        vm.expectRevert("Blacklistable: account is blacklisted");
        vouching.vouchWithAuthorization(address(account), bo, USDC, until, SALT, signature);
        usdc.setBlocked(address(account), false);
        vm.warp(until);
        vm.expectRevert("FiatTokenV2: authorization is expired");
        vouching.vouchWithAuthorization(address(account), bo, USDC, until, SALT, signature);
    }

    /// @dev USDC knows no ERC-6492: an account has to be made before it pays, which the factory does in one transaction.
    function test_anAccountIsMadeByItsFirstPayment() external {
        account = AuraAccount(payable(factory.accountOf(laptop)));
        usdc.mint(address(account), 10 * USDC);
        bytes memory signature = _nested(account, laptop, LAPTOP, _payment(5 * USDC, bo));
        vm.expectRevert("FiatTokenV2: invalid signature");
        vouching.vouchWithAuthorization(address(account), bo, 5 * USDC, until, SALT, signature);

        bytes memory data = abi.encodeCall(
            vouching.vouchWithAuthorization, (address(account), bo, 5 * USDC, until, SALT, signature)
        );
        vm.prank(STRANGER);
        factory.createAndCall(laptop, address(vouching), data);
        assertEq(vouching.vouchedAmount(address(account), bo), 5 * USDC);
        assertTrue(account.isKey(laptop), "its key does not sign");
        vm.expectRevert("FiatTokenV2: authorization is used or canceled");
        factory.createAndCall(laptop, address(vouching), data);
    }

    function _refusedAsPhone(bytes memory signature) private {
        _refusedAs(phone, signature);
    }

    function _refusedAs(bytes memory key, bytes memory signature) private {
        bytes memory whole = abi.encodePacked(
            uint8(key.length), key, signature, usdc.DOMAIN_SEPARATOR(), _payment(USDC, bo), RECEIVE, uint16(bytes(RECEIVE).length)
        );
        _refusedVouch(bo, USDC, whole);
    }
}

/// @notice Every rule of payments again, for what passkeys sign.
contract PayingByMessageTest is PayingTest {
    function _nested(AuraAccount account_, bytes memory key, uint256 secret, bytes32 contents)
        internal
        view
        override
        returns (bytes memory)
    {
        return _wrapped(account_, key, secret, contents);
    }
}

contract CallingTest is OnePasskey {
    function test_anybodyHandsInSignedCalls() external {
        _call(address(usdc), abi.encodeCall(usdc.transfer, (bo, 5 * USDC)));
        assertEq(usdc.balanceOf(bo), 100_005 * USDC);
    }

    function test_makesAllCallsOrNone() external {
        IAuraAccount.Call[] memory calls = new IAuraAccount.Call[](2);
        calls[0] = IAuraAccount.Call(address(usdc), 0, abi.encodeCall(usdc.transfer, (bo, 5 * USDC)));
        calls[1] = IAuraAccount.Call(address(usdc), 0, abi.encodeCall(usdc.transfer, (bo, 996 * USDC)));
        bytes memory signature = _by(phone, PHONE, _callsDigest(account, calls, 3, until));
        vm.expectRevert("ERC20: transfer amount exceeds balance");
        account.execute(calls, 3, until, signature);
        assertEq(usdc.balanceOf(bo), 100_000 * USDC);
        // The number is still free, and the calls are made once there is the money.
        assertEq(account.usedNonces(0), 0);
        usdc.mint(address(account), USDC);
        account.execute(calls, 3, until, signature);
        assertEq(usdc.balanceOf(bo), 101_001 * USDC);
        assertEq(account.usedNonces(0), 1 << 3);
    }

    function test_refusesCallsThatWereSignedDifferently() external {
        IAuraAccount.Call[] memory calls = _one(address(usdc), abi.encodeCall(usdc.transfer, (bo, USDC)));
        bytes memory signature = _by(phone, PHONE, _callsDigest(account, calls, 3, until));
        _refusedCalls(calls, 4, until, signature);
        _refusedCalls(calls, 3, until + 1, signature);
        _refusedCalls(_one(address(usdc), abi.encodeCall(usdc.transfer, (ada, USDC))), 3, until, signature);
        _refusedCalls(_one(address(vouching), calls[0].data), 3, until, signature);
        calls[0].value = 1;
        _refusedCalls(calls, 3, until, signature);
        calls[0].value = 0;
        IAuraAccount.Call[] memory twice = new IAuraAccount.Call[](2);
        (twice[0], twice[1]) = (calls[0], calls[0]);
        _refusedCalls(twice, 3, until, signature);
        uint256 here = vm.getChainId();
        vm.chainId(8453);
        _refusedCalls(calls, 3, until, signature);
        vm.chainId(here);
        account.execute(calls, 3, until, signature);
    }

    function _refusedCalls(IAuraAccount.Call[] memory calls, uint256 nonce, uint256 deadline, bytes memory signature)
        private
    {
        vm.expectRevert(IAuraAccount.InvalidSignature.selector);
        account.execute(calls, nonce, deadline, signature);
    }

    function test_usesEachNumberOnceInAnyOrder() external {
        IAuraAccount.Call[] memory calls = _one(address(usdc), abi.encodeCall(usdc.transfer, (bo, USDC)));
        uint256[5] memory nonces = [uint256(256), 255, type(uint256).max, 0, 257];
        for (uint256 i = 0; i < nonces.length; i++) {
            bytes memory signature = _by(phone, PHONE, _callsDigest(account, calls, nonces[i], until));
            account.execute(calls, nonces[i], until, signature);
            vm.expectRevert(abi.encodeWithSelector(IAuraAccount.NonceUsed.selector, nonces[i]));
            account.execute(calls, nonces[i], until, signature);
        }
        assertEq(usdc.balanceOf(bo), 100_005 * USDC);
        assertEq(account.usedNonces(0), 1 | 1 << 255);
        assertEq(account.usedNonces(1), 3);
        assertEq(account.usedNonces(type(uint248).max), 1 << 255);
    }

    function test_countsUntilTheDeadlineItself() external {
        IAuraAccount.Call[] memory calls = _one(address(usdc), abi.encodeCall(usdc.transfer, (bo, USDC)));
        bytes memory signature = _by(phone, PHONE, _callsDigest(account, calls, 3, until));
        vm.warp(until + 1);
        vm.expectRevert(abi.encodeWithSelector(IAuraAccount.CallsExpired.selector, until));
        account.execute(calls, 3, until, signature);
        vm.warp(until);
        account.execute(calls, 3, until, signature);
    }

    function test_signingNothingTakesBackWhatWasSigned() external {
        IAuraAccount.Call[] memory calls = _one(address(usdc), abi.encodeCall(usdc.transfer, (bo, USDC)));
        bytes memory signature = _by(phone, PHONE, _callsDigest(account, calls, 3, until));
        IAuraAccount.Call[] memory none = new IAuraAccount.Call[](0);
        account.execute(none, 3, until, _by(phone, PHONE, _callsDigest(account, none, 3, until)));
        vm.expectRevert(abi.encodeWithSelector(IAuraAccount.NonceUsed.selector, 3));
        account.execute(calls, 3, until, signature);
    }

    /// @dev A call that hands the same signature in again, in the middle, finds its number used.
    function test_countsBeforeItCalls() external {
        Again again = new Again();
        IAuraAccount.Call[] memory calls = _one(address(again), abi.encodeCall(again.run, ()));
        bytes memory signature = _by(phone, PHONE, _callsDigest(account, calls, 3, until));
        again.set(address(account), abi.encodeCall(account.execute, (calls, 3, until, signature)));
        account.execute(calls, 3, until, signature);
        assertEq(again.runs(), 1);
        assertTrue(again.failed(), "made twice");
    }

    function test_takesAndSendsEther() external {
        Again again = new Again();
        again.pay{value: 3}(payable(address(account)));
        assertEq(address(account).balance, 3);
        IAuraAccount.Call[] memory calls = new IAuraAccount.Call[](1);
        calls[0] = IAuraAccount.Call(address(0xBEEF), 2, "");
        account.execute(calls, 3, until, _by(phone, PHONE, _callsDigest(account, calls, 3, until)));
        assertEq(address(0xBEEF).balance, 2);
        calls[0].value = 2;
        bytes memory signature = _by(phone, PHONE, _callsDigest(account, calls, 4, until));
        vm.expectRevert(Errors.FailedCall.selector);
        account.execute(calls, 4, until, signature);
    }
}

contract KeysTest is OnePasskey {
    bytes32 private _phoneId;
    bytes32 private _laptopId;

    function setUp() public override {
        super.setUp();
        _phoneId = keccak256(phone);
        _laptopId = keccak256(laptop);
    }

    function _add(bytes memory key) private {
        _call(address(account), abi.encodeCall(account.addKey, (key)));
    }

    function _remove(bytes32 id) private {
        _call(address(account), abi.encodeCall(account.removeKey, (id)));
    }

    /// [accounts.contract-keys]
    function test_aKeyAddsAnotherAtOnce() external {
        vm.expectEmit(true, false, false, true, address(account));
        emit IAuraAccount.KeyAdded(_laptopId, laptop);
        _add(laptop);
        _callBy(laptop, LAPTOP, address(usdc), abi.encodeCall(usdc.transfer, (bo, USDC)));
        _add(_wallet(ADA_KEY));
        _callBy(_wallet(ADA_KEY), ADA_KEY, address(usdc), abi.encodeCall(usdc.transfer, (bo, USDC)));
        assertEq(usdc.balanceOf(bo), 100_002 * USDC);
        assertEq(account.validUntil(_laptopId), type(uint256).max);
        bytes memory exists = abi.encodeWithSelector(IAuraAccount.KeyExists.selector);
        _refused(exists, phone, PHONE, address(account), abi.encodeCall(account.addKey, (laptop)));
    }

    /// [accounts.contract-keys]
    function test_aKeySignsForTwoMoreDaysAndThenNoLonger() external {
        _add(laptop);
        uint256 left = block.timestamp + 48 hours;
        vm.expectEmit(true, false, false, true, address(account));
        emit IAuraAccount.KeyLeaving(_laptopId, left);
        _remove(_laptopId);
        assertEq(account.validUntil(_laptopId), left);
        vm.warp(left - 1);
        assertTrue(account.isKey(laptop), "left too early");
        _callBy(laptop, LAPTOP, address(usdc), abi.encodeCall(usdc.transfer, (bo, USDC)));
        vm.warp(left);
        assertTrue(!account.isKey(laptop), "still there");
        bytes memory data = abi.encodeCall(usdc.transfer, (bo, USDC));
        bytes memory wrong = abi.encodeWithSelector(IAuraAccount.InvalidSignature.selector);
        _refused(wrong, laptop, LAPTOP, address(usdc), data);
        until = left + 1 hours;
        bytes memory signature = _nested(account, laptop, LAPTOP, _payment(USDC, bo));
        _refusedVouch(bo, USDC, signature);
        // It may come back.
        _add(laptop);
        assertTrue(account.isKey(laptop), "did not come back");
        _remove(_phoneId);
    }

    /// [accounts.contract-keys]
    function test_anyKeyStopsARemoval() external {
        _add(laptop);
        _remove(_laptopId);
        vm.warp(block.timestamp + 48 hours - 1);
        vm.expectEmit(true, false, false, true, address(account));
        emit IAuraAccount.KeyStays(_laptopId);
        _callBy(laptop, LAPTOP, address(account), abi.encodeCall(account.keepKey, (_laptopId)));
        vm.warp(block.timestamp + 48 hours);
        assertTrue(account.isKey(laptop), "left though it was stopped");
        // It counts as one that stays again.
        _remove(_phoneId);
        bytes memory last = abi.encodeWithSelector(IAuraAccount.LastKey.selector);
        _refused(last, phone, PHONE, address(account), abi.encodeCall(account.removeKey, (_laptopId)));
        _call(address(account), abi.encodeCall(account.keepKey, (_phoneId)));
        _remove(_laptopId);
    }

    /// [accounts.contract-last-key]
    function test_oneKeyStays() external {
        bytes memory last = abi.encodeWithSelector(IAuraAccount.LastKey.selector);
        _refused(last, phone, PHONE, address(account), abi.encodeCall(account.removeKey, (_phoneId)));
        _add(laptop);
        _remove(_phoneId);
        // Neither while the other is leaving, nor once it has left.
        _refused(last, laptop, LAPTOP, address(account), abi.encodeCall(account.removeKey, (_laptopId)));
        vm.warp(block.timestamp + 48 hours);
        _refused(last, laptop, LAPTOP, address(account), abi.encodeCall(account.removeKey, (_laptopId)));
    }

    function test_removesAndKeepsOnlyWhatThereIs() external {
        _add(laptop);
        bytes memory stays = abi.encodeWithSelector(IAuraAccount.KeyDoesNotStay.selector);
        bytes memory leaves = abi.encodeWithSelector(IAuraAccount.KeyDoesNotLeave.selector);
        bytes32 nobody = keccak256("nobody");
        _refused(stays, phone, PHONE, address(account), abi.encodeCall(account.removeKey, (nobody)));
        _refused(leaves, phone, PHONE, address(account), abi.encodeCall(account.keepKey, (nobody)));
        _refused(leaves, phone, PHONE, address(account), abi.encodeCall(account.keepKey, (_laptopId)));
        _remove(_laptopId);
        _refused(stays, phone, PHONE, address(account), abi.encodeCall(account.removeKey, (_laptopId)));
        bytes memory exists = abi.encodeWithSelector(IAuraAccount.KeyExists.selector);
        _refused(exists, phone, PHONE, address(account), abi.encodeCall(account.addKey, (laptop)));
        vm.warp(block.timestamp + 48 hours);
        _refused(stays, phone, PHONE, address(account), abi.encodeCall(account.removeKey, (_laptopId)));
        _refused(leaves, phone, PHONE, address(account), abi.encodeCall(account.keepKey, (_laptopId)));
    }

    function test_listensToItselfOnly() external {
        bytes[3] memory calls = [
            abi.encodeCall(account.addKey, (laptop)),
            abi.encodeCall(account.removeKey, (_phoneId)),
            abi.encodeCall(account.keepKey, (_phoneId))
        ];
        address[3] memory strangers = [STRANGER, address(factory), vm.addr(ADA_KEY)];
        for (uint256 i = 0; i < 9; i++) {
            vm.prank(strangers[i / 3]);
            (bool done, bytes memory answer) = address(account).call(calls[i % 3]);
            assertTrue(!done && bytes4(answer) == IAuraAccount.OnlyByItself.selector, "a stranger was heard");
        }
        vm.expectRevert(IAuraAccount.OnlyByItself.selector);
        factory.createAndCall(phone, address(account), calls[0]);
    }

    /// @dev A contract wallet may have approved on chain, and then sends no signature along.
    function test_aContractWalletSignsWithNothing() external {
        bytes memory wallet = abi.encodePacked(address(new Approver()));
        _add(wallet);
        IAuraAccount.Call[] memory calls = _one(address(usdc), abi.encodeCall(usdc.transfer, (bo, USDC)));
        account.execute(calls, 3, until, abi.encodePacked(uint8(20), wallet));
        assertEq(usdc.balanceOf(bo), 100_001 * USDC);
        vm.expectRevert(IAuraAccount.InvalidSignature.selector);
        account.execute(calls, 4, until, abi.encodePacked(uint8(20), _wallet(ADA_KEY)));
    }

    function test_refusesKeysThatCanNotSign() external {
        bytes memory unusable = abi.encodeWithSelector(IAuraAccount.UnusableKey.selector);
        (uint256 x, uint256 y) = vm.publicKeyP256(LAPTOP);
        bytes[8] memory keys = [
            bytes(""),
            new bytes(20),
            abi.encodePacked(address(account)),
            abi.encodePacked(ada, bytes1(0)),
            abi.encodePacked(factory.implementation(), x),
            abi.encodePacked(factory.implementation(), x, y, bytes1(0)),
            abi.encodePacked(factory.implementation(), x, y ^ 1),
            abi.encodePacked(ada, x, y)
        ];
        for (uint256 i = 0; i < keys.length; i++) {
            _refused(unusable, phone, PHONE, address(account), abi.encodeCall(account.addKey, (keys[i])));
            if (i == 2) continue;
            vm.expectRevert(unusable);
            factory.createAccount(keys[i]);
        }
    }

    function testFuzz_addsKeysOfTwoKindsOnly(bytes calldata key) external {
        bool isAllowed = key.length == 20 && address(bytes20(key)) != address(0);
        address made = factory.accountOf(key);
        try factory.createAccount(key) {
            assertTrue(isAllowed, "an odd key passed");
            assertTrue(AuraAccount(payable(made)).isKey(key), "it does not sign");
        } catch {
            assertTrue(!isAllowed, "a wallet was refused");
        }
    }
}

contract FactoryTest is OnePasskey {
    /// [accounts.contract-address]
    function test_anAccountIsWhereItsFirstKeySays() external {
        address expected = factory.accountOf(laptop);
        assertEq(expected.code.length, 0);
        assertTrue(expected != address(account), "two keys share an account");
        vm.prank(STRANGER);
        assertEq(factory.createAccount(laptop), expected);
        AuraAccount made = AuraAccount(payable(expected));
        assertTrue(made.isKey(laptop), "its key does not sign");
        assertTrue(!made.isKey(phone), "another's key signs");
        assertEq(made.verifier(), factory.implementation());
    }

    function test_makesAnAccountOnce() external {
        _call(address(account), abi.encodeCall(account.addKey, (laptop)));
        _call(address(account), abi.encodeCall(account.removeKey, (keccak256(phone))));
        vm.warp(block.timestamp + 48 hours);
        // The first key has left, and making the account again does not bring it back.
        assertEq(factory.createAccount(phone), address(account));
        assertTrue(!account.isKey(phone), "it is back");
        vm.expectRevert(IAuraAccount.AlreadySetUp.selector);
        account.setUp(phone);
        vm.expectRevert(IAuraAccount.AlreadySetUp.selector);
        factory.createAndCall(phone, address(account), abi.encodeCall(account.setUp, (phone)));
    }

    function test_whatTheClonesShareIsNobodys() external {
        AuraAccount shared = AuraAccount(payable(factory.implementation()));
        vm.expectRevert(IAuraAccount.AlreadySetUp.selector);
        shared.setUp(phone);
        vm.expectRevert(IAuraAccount.AlreadySetUp.selector);
        factory.createAndCall(laptop, address(shared), abi.encodeCall(account.setUp, (phone)));
        IAuraAccount.Call[] memory none = new IAuraAccount.Call[](0);
        bytes memory signature = _by(phone, PHONE, _callsDigest(shared, none, 0, until));
        vm.expectRevert(IAuraAccount.InvalidSignature.selector);
        shared.execute(none, 0, until, signature);
    }

    function test_callsWithOrWithoutANewAccount() external {
        factory.createAndCall(phone, address(usdc), abi.encodeCall(usdc.mint, (bo, USDC)));
        assertEq(usdc.balanceOf(bo), 100_001 * USDC);
        // If the call reverts, no account is made.
        vm.expectRevert("ERC20: transfer amount exceeds balance");
        factory.createAndCall(laptop, address(usdc), abi.encodeCall(usdc.transfer, (bo, USDC)));
        assertEq(factory.accountOf(laptop).code.length, 0);
        vm.expectRevert(abi.encodeWithSelector(Address.AddressEmptyCode.selector, bo));
        factory.createAndCall(laptop, bo, hex"00");
    }
}

/// @notice A contract wallet that has approved everything.
contract Approver {
    function isValidSignature(bytes32, bytes calldata) external pure returns (bytes4) {
        return 0x1626ba7e;
    }
}

/// @notice Runs what it was given in the middle of a call.
contract Again {
    address private _to;
    bytes private _data;
    uint256 public runs;
    bool public failed;

    function set(address to, bytes calldata data) external {
        (_to, _data) = (to, data);
    }

    function run() external {
        runs++;
        (bool done,) = _to.call(_data);
        failed = !done;
    }

    function pay(address payable to) external payable {
        (bool done,) = to.call{value: msg.value}("");
        require(done);
    }
}
