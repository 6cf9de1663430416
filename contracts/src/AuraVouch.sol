// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Permit.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {IAuraVouch} from "./interfaces/IAuraVouch.sol";
import {IERC3009} from "./interfaces/IERC3009.sol";

/// @notice See IAuraVouch. Read from top to bottom: every check comes before any change, every change before the transfer.
contract AuraVouch is IAuraVouch {
    uint256 private constant ONE_USDC = 1e6;
    uint256 private constant PAIR_CAP = 100e6;

    bytes32 private constant VOUCH = keccak256("AuraVouch.vouch(address target,bytes32 salt)");

    /// @inheritdoc IAuraVouch
    address public immutable usdc;

    /// @inheritdoc IAuraVouch
    mapping(address voucher => mapping(address target => uint256 usdcAmount)) public vouchedAmount;

    /// @param usdc_ The token that vouches are paid in, for ever.
    constructor(address usdc_) {
        if (usdc_.code.length == 0) revert UsdcIsNoContract();
        usdc = usdc_;
    }

    /// @inheritdoc IAuraVouch
    function vouch(address target, uint256 usdcAmount) external {
        _vouch(target, usdcAmount);
    }

    /// @inheritdoc IAuraVouch
    function vouchWithAuthorization(
        address voucher,
        address target,
        uint256 usdcAmount,
        uint256 validBefore,
        bytes32 salt,
        bytes calldata signature
    ) external {
        _count(voucher, target, usdcAmount);
        bytes32 nonce = authorizationNonce(target, salt);
        IERC3009(usdc).receiveWithAuthorization(voucher, address(this), usdcAmount, 0, validBefore, nonce, signature);
        SafeERC20.safeTransfer(IERC20(usdc), target, usdcAmount);
    }

    /// @inheritdoc IAuraVouch
    function vouchWithPermit(address target, uint256 usdcAmount, uint256 deadline, uint8 v, bytes32 r, bytes32 s)
        external
    {
        // Anybody may hand a signature in first, and then this call fails though the approval stands. Whether there is
        // one is for the transfer to say.
        try IERC20Permit(usdc).permit(msg.sender, address(this), usdcAmount, deadline, v, r, s) {} catch {}
        _vouch(target, usdcAmount);
    }

    /// @inheritdoc IAuraVouch
    function authorizationNonce(address target, bytes32 salt) public pure returns (bytes32) {
        return keccak256(abi.encode(VOUCH, target, salt));
    }

    function _vouch(address target, uint256 usdcAmount) private {
        _count(msg.sender, target, usdcAmount);
        SafeERC20.safeTransferFrom(IERC20(usdc), msg.sender, target, usdcAmount);
    }

    /// @dev Checks and counts a vouch that is still to be paid.
    function _count(address voucher, address target, uint256 usdcAmount) private {
        if (target == voucher) revert TargetIsCaller();
        if (target == address(0) || target == address(this)) revert TargetIsNobody();
        if (usdcAmount < ONE_USDC) revert BelowMinimum();
        if (usdcAmount % ONE_USDC != 0) revert NotWholeUsdc();

        uint256 before = vouchedAmount[voucher][target];
        if (usdcAmount > PAIR_CAP - before) revert AbovePairCap(PAIR_CAP - before);

        uint256 pairTotal = before + usdcAmount;
        vouchedAmount[voucher][target] = pairTotal;
        emit Vouched(voucher, target, usdcAmount, pairTotal);
    }
}
