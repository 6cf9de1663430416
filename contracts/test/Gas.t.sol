// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {MockUSDC} from "../src/mocks/MockUSDC.sol";
import {OnePasskey} from "./AuraAccount.t.sol";

/// @notice The least that a contract which moves USDC can cost.
contract Mover {
    MockUSDC private immutable _usdc;

    constructor(MockUSDC usdc) {
        _usdc = usdc;
    }

    function pull(address from, address to, uint256 usdcAmount) external {
        _usdc.transferFrom(from, to, usdcAmount);
    }

    function push(address to, uint256 usdcAmount) external {
        _usdc.transfer(to, usdcAmount);
    }
}

/// @notice Gas of repeated calls, written to snapshots/gas.json, beside the floor: a contract that does nothing but move
/// the USDC. Whoever pays and is paid has USDC, an approval and a history before and after.
/// forge-config: default.isolate = true
contract GasTest is OnePasskey {
    Mover private _mover;

    function setUp() public override {
        super.setUp();
        _mover = new Mover(usdc);
        _approve(ada, address(_mover), type(uint128).max);
        usdc.mint(address(_mover), 10 * USDC);
    }

    function test_floorOfPulling() external {
        vm.prank(ada);
        _mover.pull(ada, bo, USDC);
        vm.prank(ada);
        _mover.pull(ada, bo, USDC);
        vm.snapshotGasLastCall("gas", "floor: transferFrom");
    }

    function test_floorOfPushing() external {
        vm.prank(ada);
        _mover.push(ada, USDC);
        vm.prank(ada);
        _mover.push(ada, USDC);
        vm.snapshotGasLastCall("gas", "floor: transfer");
    }

    function test_vouch() external {
        _vouch(ada, bo, USDC);
        vm.prank(ada);
        vouching.vouch(bo, USDC);
        vm.snapshotGasLastCall("gas", "vouch");
    }

    function test_vouchWithPermit() external {
        for (uint256 i = 0; i < 2; i++) {
            (uint8 v, bytes32 r, bytes32 s) = _permit(ADA_KEY, address(vouching), USDC, block.timestamp);
            vm.prank(ada);
            vouching.vouchWithPermit(bo, USDC, block.timestamp, v, r, s);
        }
        vm.snapshotGasLastCall("gas", "vouchWithPermit");
    }

    function test_buySteeze() external {
        _buy(ada, USDC);
        vm.prank(ada);
        stack.buySteeze(USDC);
        vm.snapshotGasLastCall("gas", "buySteeze");
    }

    function test_buySteezeWithPermit() external {
        for (uint256 i = 0; i < 2; i++) {
            (uint8 v, bytes32 r, bytes32 s) = _permit(ADA_KEY, address(stack), USDC, block.timestamp);
            vm.prank(ada);
            stack.buySteezeWithPermit(USDC, block.timestamp, v, r, s);
        }
        vm.snapshotGasLastCall("gas", "buySteezeWithPermit");
    }

    function test_withdrawSteeze() external {
        _buy(bo, 10 * USDC);
        _withdraw(ada, 10, 10);
        bytes memory signature = _limit(SIGNER_KEY, ada, 20, block.timestamp);
        vm.prank(ada);
        stack.withdrawSteeze(10, 20, block.timestamp, signature);
        vm.snapshotGasLastCall("gas", "withdrawSteeze");
    }

    function test_vouchWithAuthorization() external {
        for (uint256 i = 0; i < 2; i++) {
            bytes32 salt = keccak256(abi.encode(i));
            bytes memory signature = _authorization(ADA_KEY, address(vouching), USDC, until, _vouchNonce(bo, salt));
            vm.prank(STRANGER);
            vouching.vouchWithAuthorization(ada, bo, USDC, until, salt, signature);
        }
        vm.snapshotGasLastCall("gas", "vouchWithAuthorization");
    }

    function test_vouchWithAuthorizationByPasskey() external {
        for (uint256 i = 0; i < 2; i++) {
            bytes32 salt = keccak256(abi.encode(i));
            bytes32 message =
                _authorizationHash(address(account), address(vouching), USDC, until, _vouchNonce(bo, salt));
            bytes memory signature = _wrapped(account, phone, PHONE, message);
            vm.prank(STRANGER);
            vouching.vouchWithAuthorization(address(account), bo, USDC, until, salt, signature);
        }
        vm.snapshotGasLastCall("gas", "vouchWithAuthorization by passkey");
    }

    function test_buySteezeWithAuthorization() external {
        for (uint256 i = 0; i < 2; i++) {
            bytes32 salt = keccak256(abi.encode(i));
            bytes memory signature = _authorization(ADA_KEY, address(stack), USDC, until, _buyNonce(ada, salt));
            vm.prank(STRANGER);
            stack.buySteezeWithAuthorization(ada, USDC, until, salt, signature);
        }
        vm.snapshotGasLastCall("gas", "buySteezeWithAuthorization");
    }

    function test_buySteezeWithAuthorizationByPasskey() external {
        for (uint256 i = 0; i < 2; i++) {
            bytes32 salt = keccak256(abi.encode(i));
            bytes32 message =
                _authorizationHash(address(account), address(stack), USDC, until, _buyNonce(address(account), salt));
            bytes memory signature = _wrapped(account, phone, PHONE, message);
            vm.prank(STRANGER);
            stack.buySteezeWithAuthorization(address(account), USDC, until, salt, signature);
        }
        vm.snapshotGasLastCall("gas", "buySteezeWithAuthorization by passkey");
    }

    function test_withdrawSteezeFor() external {
        _buy(bo, 10 * USDC);
        _withdraw(ada, 10, 10);
        bytes memory signature = _limit(SIGNER_KEY, ada, 20, block.timestamp);
        vm.prank(STRANGER);
        stack.withdrawSteezeFor(ada, 20, block.timestamp, signature);
        vm.snapshotGasLastCall("gas", "withdrawSteezeFor");
    }

    function test_createAccount() external {
        factory.createAccount(laptop);
        vm.snapshotGasLastCall("gas", "createAccount");
    }

    function test_executeByPasskey() external {
        for (uint256 i = 0; i < 2; i++) _call(address(usdc), abi.encodeCall(usdc.transfer, (bo, USDC)));
        vm.snapshotGasLastCall("gas", "execute by passkey: transfer");
    }
}
